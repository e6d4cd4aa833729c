byte only_printed;

init {
	only_printed = 5;
	printf("%d%% of %d\n", only_printed, 7);
	assert(false)
}
