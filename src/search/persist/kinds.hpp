#pragma once

#include "search/segment/segment.hpp"

/// The files of a checkpoint. A version changes whenever the layout of its kind does.
namespace quotient::kinds {

inline constexpr SegmentKind manifest{0x4e414d51, 2};  // QMAN
inline constexpr SegmentKind states{0x41545351, 1};    // QSTA
inline constexpr SegmentKind steps{0x50545351, 1};     // QSTP
inline constexpr SegmentKind moment{0x4d4f4d51, 3};    // QMOM

}  // namespace quotient::kinds
