/** The types of fields: one object for each, beside those of its kind. */
export * from './dates';
export * from './flag';
export * from './numbers';
export * from './options';
export * from './references';
export * from './text';
export * from './untyped';
export * from './valueType';
