#include "mcrl2/mcrl2.hpp"
