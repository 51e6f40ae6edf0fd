import { text } from '../../contract/schemas';
import { notFound } from '../../contract/refusal';
import * as records from '../properties/recordFields';
import type { ContactRow } from '../properties/recordFields';
import { customerName, digitsOf, isPartOf, phoneNumberIs } from '../rules/filters';
import { rowsOf } from '../rules/references';
import { indexOf } from '../rules/search/columns';
import type { Scope } from '../scope';
import { customerIndex } from './customers';
import { recordKind } from './kind';

/** Contacts (v2 §2.7, §4.9). The documents do not list the fields that are searched; here all of its own are. */
export const contacts = recordKind<ContactRow>('Contact', {
	name: 'contact',
	plural: 'contacts',
	table: 'contact',
	properties: records.contact,
	// A search may also name fields of the related customer (v2 §4.9).
	index: indexOf('contact', records.contact, { customer: customerIndex }),
	writers: {
		lifecycleStages: (given: Array<{ id: number }>, _, scope) =>
			given.map(({ id }) => stageOf(scope, id)),
	},
	settle: (_, draft) => ({
		...draft,
		telDigits: digitsOf(draft.tel),
		mobileDigits: digitsOf(draft.mobileTel),
	}),
	filters: {
		searchWord: [text, isPartOf(customerName, 't.name', 't.email')],
		phoneNumber: [text, phoneNumberIs],
	},
});

function stageOf(scope: Scope, id: number): ContactRow['lifecycleStages'][number] {
	for (const type of rowsOf(scope, 'lifecycleStageType')) {
		const stage = type.stages.find((one) => one.id === id);
		if (stage) return { lifecycleStageTypeId: type.id, id, name: stage.name };
	}
	throw notFound('lifecycle stage', id);
}
