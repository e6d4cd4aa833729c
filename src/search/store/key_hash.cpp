#include "search/store/key_hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace quotient {

KeyHash key_hash(StateView lasting) { return {XXH3_64bits(lasting.data(), lasting.size())}; }

}  // namespace quotient
