/* The resource allocator of resource_allocator.h with three clients on each of three levels (for benchmarks; not in
 * Table 2).
 * Valid automorphisms of the static channel diagram: 3! * 3! * 3! = 216 of 9! = 362880.
 *
 * configuration  verdict      states     plain
 * default        verified    3945638         -
 * -D PLACES=2    verified       1838      1838
 */
/* oracle: -D PLACES=2 */

#define CLIENTS 9
#include "resource_allocator.h"

init {
	atomic {
		run client(link1, 0); run client(link2, 0); run client(link3, 0);
		run client(link4, 1); run client(link5, 1); run client(link6, 1);
		run client(link7, 2); run client(link8, 2); run client(link9, 2);
		run allocator()
	}
}
