#include "CBuildInfo.h"

// In C and in a separate target, so that a new commit recompiles only this file.
#ifndef GEOINDEX_COMMIT
#define GEOINDEX_COMMIT unknown
#endif

#define TEXT_OF(macro) TEXT(macro)
#define TEXT(words) #words

const char *photo_build_commit(void) { return TEXT_OF(GEOINDEX_COMMIT); }
