// The responses of this module use the types of PhotoFacts.
@_exported public import PhotoFacts
