/** A test that expects nothing can't fail; so it does. */
beforeEach(() => expect.hasAssertions());
