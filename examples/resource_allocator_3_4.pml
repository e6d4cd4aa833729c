/* The resource allocator of resource_allocator.h, configuration 3-4 of [detection], Table 2.
 * Valid automorphisms of the static channel diagram: 3! * 4! = 144 of 7! = 5040.
 *
 * configuration  verdict      states     plain
 * default        verified      54798     54798
 */
/* oracle: default */

#define CLIENTS 7
#include "resource_allocator.h"

init {
	atomic {
		run client(link1, 0); run client(link2, 0); run client(link3, 0);
		run client(link4, 1); run client(link5, 1); run client(link6, 1); run client(link7, 1);
		run allocator()
	}
}
