import { onRecord, onSuccess } from './answerChanges';
import { aDeployment, type Dialect } from './dialect';

const ofDeletes = 'the answers of deletes';
const deletes = /\.(delete|unlink|removeMember)$/;

/** What writes answer with. */
export const writeDialects: Dialect[] = [
	{
		name: 'updates-answer-nothing',
		says: 'An update answers with an empty object.',
		...{ allowedBy: 'v2 §4.11', concerns: 'the answers of updates', sees: '{}' },
		answer: onSuccess(
			/\.update$/,
			onRecord(() => ({})),
		),
	},
	{
		name: 'creates-answer-id',
		says: 'A create answers with the id of what it made.',
		...{ allowedBy: aDeployment, concerns: 'the answers of creates', sees: '{"id": 5}' },
		answer: onSuccess(
			/\.create$/,
			onRecord(({ id }) => ({ id })),
		),
	},
	{
		name: 'deletes-answer-204',
		says: 'A successful delete is a 204.',
		...{ allowedBy: aDeployment, concerns: ofDeletes, sees: '204' },
		answer: onSuccess(deletes, () => ({ status: 204, body: undefined })),
	},
	{
		name: 'deletes-answer-body',
		says: 'A successful delete says so in its body.',
		...{ allowedBy: aDeployment, concerns: ofDeletes, sees: '{"deleted": true}' },
		answer: onSuccess(deletes, () => ({ body: { deleted: true } })),
	},
];
