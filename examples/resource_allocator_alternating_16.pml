/* The resource allocator of resource_allocator.h, configuration alternating 16 of [detection], Table 2.
 * Valid automorphisms of the static channel diagram: 8! * 8! = 1625702400 of 16! = 20922789888000.
 * With a place for everyone it would have 227496158212866 states (by the formula of resource_allocator.h).
 *
 * configuration  verdict      states     plain
 * -D PLACES=2    verified      11106     11106
 */
/* oracle: -D PLACES=2 */

#define CLIENTS 16
#include "resource_allocator.h"

init {
	atomic {
		run client(link1, 0); run client(link2, 0);
		run client(link3, 1); run client(link4, 1);
		run client(link5, 0); run client(link6, 0);
		run client(link7, 1); run client(link8, 1);
		run client(link9, 0); run client(link10, 0);
		run client(link11, 1); run client(link12, 1);
		run client(link13, 0); run client(link14, 0);
		run client(link15, 1); run client(link16, 1);
		run allocator()
	}
}
