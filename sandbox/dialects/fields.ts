import {
	everyProperty,
	inSnakeCase,
	isObject,
	namesIn,
	onElements,
	onProperties,
	onRecords,
	onSuccess,
	type Fields,
} from './answerChanges';
import { aDeployment, type AnswerChange, type Dialect } from './dialect';

const isCustoms = (name: string) => name.endsWith('Customs');
const isReference = (value: unknown): value is { id: unknown; name: unknown } =>
	isObject(value) && Object.keys(value).sort().join() === 'id,name';
const ofReferences = 'the form of references';
const ofPhaseStatus = 'the status of a phase';
const phaseStatus = ['', 'in_progress', 'won', 'lost'];

function withoutItemKeys(name: string, value: unknown): [string, unknown] {
	if (!isCustoms(name) || !Array.isArray(value)) return [name, value];
	return [
		name,
		value.map((one: unknown) => (isObject(one) ? withoutProperty(one, 'itemKey') : one)),
	];
}

const withoutProperty = (fields: Fields, name: string): Fields => {
	const { [name]: _, ...others } = fields;
	return others;
};

const known = new WeakMap<object, Set<string>>();

/** The documented names in snake_case; item keys, which are data, stay as they are. */
const inSnakeCaseAll: AnswerChange = ({ operation, body }) => {
	if (!operation) return undefined;
	const names = known.get(operation) ?? namesIn(operation.response);
	known.set(operation, names);
	return {
		body: everyProperty(body, (name, value) => [names.has(name) ? inSnakeCase(name) : name, value]),
	};
};

/** Properties that are missing, unknown or of another shape. */
export const fieldDialects: Dialect[] = [
	{
		name: 'unknown-fields',
		says: 'Records carry properties that no document knows.',
		...{ allowedBy: 'v2 §9', concerns: 'unknown properties' },
		sees: '"etag": "5-1", "links": {"self": "/5"}',
		answer: onRecords((record) =>
			'id' in record
				? { ...record, etag: `${String(record.id)}-1`, links: { self: `/${String(record.id)}` } }
				: record,
		),
	},
	{
		name: 'no-customs-in-lists',
		says: 'Custom values are in single reads only, not in lists and searches.',
		...{ allowedBy: aDeployment, concerns: 'custom values in lists' },
		sees: '{"customers": [{"id": 1, "name": "Acme"}]}',
		answer: onElements((record) =>
			Object.fromEntries(Object.entries(record).filter(([name]) => !isCustoms(name))),
		),
	},
	{
		name: 'customs-without-item-keys',
		says: 'No custom value carries its itemKey.',
		...{ allowedBy: aDeployment, concerns: 'the itemKey of custom values' },
		sees: '"dealCustoms": [{"id": 10001, "dealCustomItemId": 1, …}]',
		answer: onProperties(withoutItemKeys),
	},
	{
		name: 'references-without-names',
		says: 'A record that another one refers to is shown by its id alone.',
		...{ allowedBy: aDeployment, concerns: ofReferences, sees: '"customer": {"id": 1}' },
		answer: onProperties((name, value) => [name, isReference(value) ? { id: value.id } : value]),
	},
	{
		name: 'references-as-ids',
		says: 'A record that another one refers to is shown by a property for its id.',
		...{ allowedBy: aDeployment, concerns: ofReferences, sees: '"customerId": 1' },
		answer: onProperties((name, value) =>
			isReference(value) ? [`${name}Id`, value.id] : [name, value],
		),
	},
	{
		name: 'phase-without-status',
		says: 'A phase does not say whether it is won or lost.',
		...{ allowedBy: 'v2 §3', concerns: ofPhaseStatus, sees: '"phase": {"id": 1, "name": "Lead"}' },
		answer: onProperties((name, value) => (name === 'status' ? undefined : [name, value])),
	},
	{
		name: 'phase-status-as-text',
		says: 'The status of a phase is a word.',
		...{ allowedBy: aDeployment, concerns: ofPhaseStatus, sees: '"status": "won"' },
		answer: onProperties((name, value) => [
			name,
			name === 'status' ? (phaseStatus[Number(value)] ?? value) : value,
		]),
	},
	{
		name: 'company-num-nested',
		says: "A customer's companyNum is in its company only.",
		...{ allowedBy: 'v1 §2.4', concerns: 'companyNum' },
		sees: '"company": {"name": "Acme", "companyNum": "1"}',
		answer: onSuccess(
			/^customer\./,
			onRecords((record) => withoutProperty(record, 'companyNum')),
		),
	},
];

/** Behind all others, which go by the documented names. */
export const namesInSnakeCase: Dialect = {
	name: 'names-snake-case',
	says: 'The names of properties in answers are in snake_case.',
	...{ allowedBy: aDeployment, concerns: 'the case of names', sees: '"created_at": "…"' },
	answer: onSuccess(/./, inSnakeCaseAll),
};
