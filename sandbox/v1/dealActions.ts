import { Type } from '@sinclair/typebox';
import { reference } from '../contract/schemas';
import { dealActions } from '../domain/records/actions';
import { dealActionsIn } from '../operations/actions';
import { oneFlag } from '../operations/lists';
import { v1Idiom } from './idiom';

const { delete: _onlyInV2, ...operations } = dealActionsIn(v1Idiom, {
	includeFiles: oneFlag,
	// The deal is required here too (v1 §4).
	update: {
		body: Type.Object({ ...dealActions.schemas('v1').update.properties, deal: reference }),
	},
});

/** v1 §4. */
export const dealActionOperations = Object.values(operations);
