import { inTokyo, inUtc } from '../contract/time';
import { bulkCalls, everyProperty, onProperties, onSuccess, onValues } from './answerChanges';
import { aDeployment, type AnswerChange, type Dialect } from './dialect';

const times = /^(createdAt|updatedAt|startDatetime|endDatetime|datetime|firstSales)$/;
const decimals = /^(decimalNumber|quantity|price|unitCost|subtotal|totalCost|totalProfit)$/;
const ids = /^id$|Ids?$/;

/** Times in another form, wherever they are. */
const timesAs = (format: (ms: number) => unknown): AnswerChange =>
	onValues(times, (value) => format(Date.parse(String(value))));

const ofTimes = 'the form of times';
const ofNothing = 'the form of nothing';

const numbersAsText = (value: unknown): unknown =>
	Array.isArray(value)
		? value.map(numbersAsText)
		: typeof value === 'number'
			? String(value)
			: value;
const onBulk: AnswerChange = ({ body }) =>
	Array.isArray(body) ? { body: numbersAsText(body) } : undefined;
const asIds = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(asIds);
	return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
};

/** The same values in other forms. */
export const valueDialects: Dialect[] = [
	{
		name: 'ids-as-text',
		says: 'Ids are text, in answers and where a request likes.',
		...{ allowedBy: aDeployment, concerns: 'the form of ids', sees: '"id": "5"' },
		body: (body) =>
			everyProperty(body, (name, value) => [name, ids.test(name) ? asIds(value) : value]),
		answer: (answer) =>
			onSuccess(bulkCalls, onBulk)(answer) ?? onValues(ids, numbersAsText)(answer),
	},
	{
		name: 'decimals-as-numbers',
		says: 'Decimals are numbers.',
		...{ allowedBy: aDeployment, concerns: 'the form of decimals', sees: '"price": 1.5' },
		answer: onValues(decimals, Number),
	},
	{
		name: 'amounts-as-text',
		says: 'Amounts of deals are text.',
		...{ allowedBy: aDeployment, concerns: 'the form of amounts', sees: '"amount": "1000"' },
		answer: onValues(/^amount$/, numbersAsText),
	},
	{
		name: 'booleans-as-numbers',
		says: 'True is 1, and false is 0.',
		...{ allowedBy: aDeployment, concerns: 'the form of booleans', sees: '"active": 1' },
		answer: onValues(/./, (value) => (typeof value === 'boolean' ? Number(value) : value)),
	},
	{
		name: 'times-with-offset',
		says: 'All times are shown with the offset +09:00.',
		...{ allowedBy: 'v1 §2, v2 §4.10', concerns: ofTimes },
		sees: '"createdAt": "2026-01-01T09:00:00.000+09:00"',
		answer: timesAs(inTokyo),
	},
	{
		name: 'times-without-zone',
		says: 'Times are in UTC and do not say so.',
		...{ allowedBy: 'v2 §2.1', concerns: ofTimes, sees: '"createdAt": "2026-01-01T00:00:00.000"' },
		answer: timesAs((ms) => inUtc(ms).slice(0, -1)),
	},
	{
		name: 'times-without-milliseconds',
		says: 'Times have no milliseconds.',
		...{ allowedBy: 'v2 §2.1', concerns: ofTimes, sees: '"createdAt": "2026-01-01T00:00:00Z"' },
		answer: timesAs((ms) => inUtc(ms).replace(/\.\d+/, '')),
	},
	{
		name: 'times-as-seconds',
		says: 'Times are numbers of seconds since 1970.',
		...{ allowedBy: aDeployment, concerns: ofTimes, sees: '"createdAt": 1767225600' },
		answer: timesAs((ms) => Math.floor(ms / 1000)),
	},
	{
		name: 'times-as-milliseconds',
		says: 'Times are numbers of milliseconds since 1970.',
		...{ allowedBy: aDeployment, concerns: ofTimes, sees: '"createdAt": 1767225600000' },
		answer: timesAs((ms) => ms),
	},
	{
		name: 'dates-as-date-times',
		says: 'A date is shown as its first moment.',
		...{ allowedBy: aDeployment, concerns: 'the form of dates' },
		sees: '"expectedContractDate": "2026-12-24T00:00:00Z"',
		answer: onValues(/^expectedContractDate$/, (value) => `${String(value)}T00:00:00Z`),
	},
	{
		name: 'empty-text-for-null',
		says: 'What is not set is an empty text.',
		...{ allowedBy: aDeployment, concerns: ofNothing, sees: '"address": ""' },
		answer: onProperties((name, value) => [name, value ?? '']),
	},
	{
		name: 'nulls-left-out',
		says: 'What is not set is left out.',
		...{ allowedBy: 'v2 §2', concerns: ofNothing, sees: '{"id": 1, "name": "Acme"}' },
		answer: onProperties((name, value) => (value === null ? undefined : [name, value])),
	},
];
