/** The types of fields, one file each. */
export * from './calculation';
export * from './customDate';
export * from './date';
export * from './dateTime';
export * from './decimal';
export * from './flag';
export * from './id';
export * from './integer';
export * from './links';
export * from './option';
export * from './options';
export * from './reference';
export * from './references';
export * from './text';
export * from './untyped';
export * from './users';
export * from './valueType';
