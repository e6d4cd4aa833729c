/* The resource allocator of resource_allocator.h, configuration 3-3-4 of [detection], Table 2.
 * Valid automorphisms of the static channel diagram: 3! * 3! * 4! = 864 of 10! = 3628800.
 * With a place for everyone it would have 39456402 states (by the formula of resource_allocator.h).
 *
 * configuration  verdict      states     plain
 * -D PLACES=2    verified       2562      2562
 */
/* oracle: -D PLACES=2 */

#define CLIENTS 10
#include "resource_allocator.h"

init {
	atomic {
		run client(link1, 0); run client(link2, 0); run client(link3, 0);
		run client(link4, 1); run client(link5, 1); run client(link6, 1);
		run client(link7, 2); run client(link8, 2); run client(link9, 2); run client(link10, 2);
		run allocator()
	}
}
