import { userOperations } from './users';

/** v1's own route table. */
export const operations = [...userOperations];
