import { Type } from '@sinclair/typebox';
import { reference } from '../contract/schemas';
import { createAction, patternActionForm } from '../domain/records/action/write';
import { customerActionsIn } from '../operations/actions';
import { oneFlag } from '../operations/lists';
import { v2Idiom } from './idiom';
import { customerActionRecord } from './shapes';

/** v2 §4.5. */
export const customerActionOperations = Object.values(
	customerActionsIn(v2Idiom, {
		owner: 'customer_id',
		shape: customerActionRecord,
		includeFiles: oneFlag,
		bulk: {
			item: Type.Composite([patternActionForm, Type.Object({ customer: reference })]),
			make:
				(call) =>
				({ customer, ...form }) =>
					createAction(call, { kind: 'customerAction', customerId: customer.id }, form),
		},
	}),
);
