import { operation, type Call } from '../operations/operation';
import { closed, text } from '../contract/schemas';
import {
	actionFieldChanges,
	actionFieldForm,
	actionFieldOf,
	createActionField,
	updateActionField,
} from '../domain/records/actionFields';
import { fieldsOf } from '../domain/rules/customValues';
import { inTokyo } from '../contract/time';
import type { Field } from '../domain/properties/recordFields';
import { pageEnvelope, pageRange, sortKeys } from '../operations/listPages';
import { limitQuery, sortQuery } from './v1Conventions';
import { actionFieldRecord, labelRecord, listOf, readActionField } from './settingOperations';

/** The labels of a field, which are those of its options. */
const labelsOf = ({ options, optionTimes }: Field) =>
	options.map(({ id, label }) => ({ id, name: label, createdAt: optionTimes[id] ?? 0 }));

/** The operations on action custom items (v1 §4). */
export const actionFieldOperations = [
	operation({
		id: 'actionField.getMany',
		method: 'GET',
		path: '/action_custom_items',
		response: listOf('actionCustomItems', actionFieldRecord),
		run: (call: Call) => ({ actionCustomItems: fieldsOf(call, 'action').map(readActionField) }),
	}),
	operation({
		id: 'actionField.create',
		method: 'POST',
		path: '/action_custom_items',
		body: actionFieldForm,
		response: actionFieldRecord,
		creates: true,
		run(call) {
			const field = createActionField(call, call.body);
			call.wrote([field.id]);
			return readActionField(field);
		},
	}),
	operation({
		id: 'actionField.update',
		method: 'PATCH',
		path: '/action_custom_items/{item_key}',
		body: actionFieldChanges,
		response: actionFieldRecord,
		run(call) {
			const before = actionFieldOf(call, String(call.params.item_key));
			const field = updateActionField(call, before, call.body);
			call.wrote([field.id]);
			return readActionField(field);
		},
	}),
	operation({
		id: 'actionField.getLabels',
		method: 'GET',
		path: '/action_custom_items/{actionCustomItemKey}/labels',
		query: { searchWord: text, ...sortQuery, ...limitQuery },
		response: closed({
			actionCustomItemKey: text,
			...pageEnvelope('labels', labelRecord).properties,
		}),
		run(call) {
			const actionCustomItemKey = String(call.params.actionCustomItemKey);
			const { searchWord = '', sort = '-createdAt', page = 1 } = call.query;
			const word = searchWord.toLowerCase();
			const keys = sortKeys(`${sort},id`, { id: 'id', name: 'name', createdAt: 'createdAt' });
			const labels = labelsOf(actionFieldOf(call, actionCustomItemKey))
				.filter(({ name }) => name.toLowerCase().includes(word))
				.toSorted((a, b) => {
					for (const { name, descending } of keys) {
						const key = name as keyof typeof a;
						if (a[key] !== b[key]) return a[key] < b[key] === descending ? 1 : -1;
					}
					return 0;
				});
			const { offset, count } = pageRange(call.query, call.service.options.shortPages);
			return {
				actionCustomItemKey,
				totalCount: labels.length,
				page,
				labels: labels
					.slice(offset, offset + count)
					.map((label) => ({ ...label, createdAt: inTokyo(label.createdAt) })),
			};
		},
	}),
];
