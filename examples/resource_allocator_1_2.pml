/* The resource allocator of resource_allocator.h with one client that goes before two others (not in Table 2).
 * Valid automorphisms of the static channel diagram: 1! * 2! = 2 of 3! = 6.
 *
 * configuration  verdict      states     plain
 * default        verified         62        62
 */
/* oracle: default */

#define CLIENTS 3
#include "resource_allocator.h"

init {
	atomic {
		run client(link1, 0);
		run client(link2, 1); run client(link3, 1);
		run allocator()
	}
}
