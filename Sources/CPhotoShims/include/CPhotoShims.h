// All shims. Each has its reason beside it; none includes a header of the library it is for.
#include "client_shims.h"
#include "file_shims.h"
#include "connection_shims.h"
#include "http_shims.h"
#include "jpeg_shims.h"
#include "pixel_shims.h"
#include "postgres_shims.h"
#include "sqlite_shims.h"
