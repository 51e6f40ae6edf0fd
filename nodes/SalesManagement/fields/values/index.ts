/** Values that the types of fields share: how they are given, read, compared and written. */
export * from './canonical';
export * from './cells';
export * from './comparison';
export * from './dates';
export * from './decimalText';
export * from './ids';
export * from './jsonAndLists';
export type * from './lookups';
export * from './nameMatching';
export * from './nameReader';
export * from './numbers';
export * from './options';
export * from './readIds';
