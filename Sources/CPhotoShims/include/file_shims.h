// One system call that the C library has no name for.
#ifndef PHOTO_FILE_SHIMS_H
#define PHOTO_FILE_SHIMS_H

// openat2 has no wrapper, and syscall is variadic. Opens for reading without leaving `directory`,
// neither by "..", nor by an absolute path, nor by a symbolic link. -1 and errno on failure.
int photo_open_beneath(int directory, const char *path);

#endif
