/** The vocabulary: what a field is, and the types of fields. */
export * from './beside';
export * from './compare';
export * from './content';
export * from './controls';
export * from './customFields';
export * from './customValue';
export * from './decimal';
export * from './field';
export * from './groups';
export * from './ids';
export * from './lists';
export type * from './lookup';
export type { Column } from './mapping';
export * from './names';
export * from './plain';
export * from './references';
export * from './scalars';
export * from './time';
