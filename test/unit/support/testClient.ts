/** What the tests of other folders use of those of the client. */
export * from '../../http/support/client';
export * from '../../http/support/server';
