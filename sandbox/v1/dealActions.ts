import { Type } from '@sinclair/typebox';
import { reference } from '../contract/schemas';
import { dealActionChanges } from '../domain/records/action/write';
import { dealActionsIn } from '../operations/actions';
import { oneFlag } from '../operations/lists';
import { v1Idiom } from './idiom';
import { dealActionRecord } from './shapes';

const { delete: _onlyInV2, ...operations } = dealActionsIn(v1Idiom, {
	shape: dealActionRecord,
	includeFiles: oneFlag,
	// The deal is required here too (v1 §4).
	changes: Type.Composite([
		Type.Omit(dealActionChanges, ['deal']),
		Type.Object({ deal: reference }),
	]),
});

/** v1 §4. */
export const dealActionOperations = Object.values(operations);
