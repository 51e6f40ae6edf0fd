import { idsIn } from '../values';
import { plainType, type ValueType } from './valueType';

/** Associations, which a request adds and removes one by one. */
export const linksType: ValueType = { ...plainType, canonical: idsIn };
