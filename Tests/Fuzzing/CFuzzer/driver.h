// libFuzzer has no header for this function.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(
    int *argument_count, char ***arguments, int (*try_input)(const uint8_t *bytes, size_t count));
