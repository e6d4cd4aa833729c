/* Repetition for the preprocessor, so that a model can write out one item for each process.
 *
 * EACH(N, ITEM, SEPARATOR) is ITEM(1) SEPARATOR ITEM(2) SEPARATOR ... ITEM(N), for N from 0 to 40. N may be a macro, but
 * it must stand for a plain numeral; the separator may be left empty.
 *
 * Written out, every process is named by a literal of its own. That is the form in which symmetry between processes can
 * be read off the text: a loop over 1 .. N puts them in an order.
 */

#define EACH(n, item, separator) EACH_(n, item, separator)
#define EACH_(n, item, separator) EACH_##n(item, separator)

#define EACH_0(item, separator)
#define EACH_1(item, separator) item(1)
#define EACH_2(item, separator) EACH_1(item, separator) separator item(2)
#define EACH_3(item, separator) EACH_2(item, separator) separator item(3)
#define EACH_4(item, separator) EACH_3(item, separator) separator item(4)
#define EACH_5(item, separator) EACH_4(item, separator) separator item(5)
#define EACH_6(item, separator) EACH_5(item, separator) separator item(6)
#define EACH_7(item, separator) EACH_6(item, separator) separator item(7)
#define EACH_8(item, separator) EACH_7(item, separator) separator item(8)
#define EACH_9(item, separator) EACH_8(item, separator) separator item(9)
#define EACH_10(item, separator) EACH_9(item, separator) separator item(10)
#define EACH_11(item, separator) EACH_10(item, separator) separator item(11)
#define EACH_12(item, separator) EACH_11(item, separator) separator item(12)
#define EACH_13(item, separator) EACH_12(item, separator) separator item(13)
#define EACH_14(item, separator) EACH_13(item, separator) separator item(14)
#define EACH_15(item, separator) EACH_14(item, separator) separator item(15)
#define EACH_16(item, separator) EACH_15(item, separator) separator item(16)
#define EACH_17(item, separator) EACH_16(item, separator) separator item(17)
#define EACH_18(item, separator) EACH_17(item, separator) separator item(18)
#define EACH_19(item, separator) EACH_18(item, separator) separator item(19)
#define EACH_20(item, separator) EACH_19(item, separator) separator item(20)
#define EACH_21(item, separator) EACH_20(item, separator) separator item(21)
#define EACH_22(item, separator) EACH_21(item, separator) separator item(22)
#define EACH_23(item, separator) EACH_22(item, separator) separator item(23)
#define EACH_24(item, separator) EACH_23(item, separator) separator item(24)
#define EACH_25(item, separator) EACH_24(item, separator) separator item(25)
#define EACH_26(item, separator) EACH_25(item, separator) separator item(26)
#define EACH_27(item, separator) EACH_26(item, separator) separator item(27)
#define EACH_28(item, separator) EACH_27(item, separator) separator item(28)
#define EACH_29(item, separator) EACH_28(item, separator) separator item(29)
#define EACH_30(item, separator) EACH_29(item, separator) separator item(30)
#define EACH_31(item, separator) EACH_30(item, separator) separator item(31)
#define EACH_32(item, separator) EACH_31(item, separator) separator item(32)
#define EACH_33(item, separator) EACH_32(item, separator) separator item(33)
#define EACH_34(item, separator) EACH_33(item, separator) separator item(34)
#define EACH_35(item, separator) EACH_34(item, separator) separator item(35)
#define EACH_36(item, separator) EACH_35(item, separator) separator item(36)
#define EACH_37(item, separator) EACH_36(item, separator) separator item(37)
#define EACH_38(item, separator) EACH_37(item, separator) separator item(38)
#define EACH_39(item, separator) EACH_38(item, separator) separator item(39)
#define EACH_40(item, separator) EACH_39(item, separator) separator item(40)
