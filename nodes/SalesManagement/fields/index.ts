/** The vocabulary: what a field is, and the types of fields. */
export * from './compare';
export * from './controls';
export * from './customField';
export * from './customFields';
export * from './customValue';
export * from './field';
export * from './fieldNames';
export * from './groups';
export * from './itemTypes';
export * from './resourceMapper';
export * from './scalars';
export * from './types';
export * from './values';
