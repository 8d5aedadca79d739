// What is known of a photo is declared there, and is part of what this module answers.
@_exported public import PhotoFacts
