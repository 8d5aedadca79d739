#include "CBuildInfo.h"

// In C and in a target of its own, so that another commit compiles this file only.
#ifndef GEOINDEX_COMMIT
#define GEOINDEX_COMMIT unknown
#endif

#define TEXT_OF(macro) TEXT(macro)
#define TEXT(words) #words

const char *photo_build_commit(void) { return TEXT_OF(GEOINDEX_COMMIT); }
