/** However a service names the field that is wrong: the check says whether an error in n8n names it, and by what. */
import { beside, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

const JSON_TYPE = { 'content-type': 'application/json' };

test.each<[object, string]>([
	[{ field: 'closingMonth', message: 'No' }, '{field: text, message: text}'],
	[{ key: 'closingMonth', msg: 'No' }, '{key: text, msg: text}'],
	[{ itemKey: 'closing_month', error: 'No' }, '{error: text, itemKey: text}'],
	[{ property: 'closingMonth', description: 'No' }, '{description: text, property: text}'],
	[{ path: ['closingMonth'], message: 'No' }, '{message: text, path: […]}'],
	[
		{ param: 'closingMonth', location: 'body', msg: 'No' },
		'{location: text, msg: text, param: text}',
	],
	[{ source: { pointer: '/data/closingMonth' }, detail: 'No' }, '{detail: text, source: {…}}'],
])('%j', async (entry, shape) => {
	const client = beside(steered.client(), async ({ operation, body }, send) =>
		operation === 'customer.update' && body?.closingMonth !== undefined
			? { status: 400, headers: JSON_TYPE, body: { errors: [entry] } }
			: await send(),
	);
	const all = await findings(client, { includeWrites: true });
	expect(all.find(({ check }) => check === 'error:validation')).toMatchObject({
		verdict: 'asDescribed',
		evidence: `400 {errors: [${shape}]}: the field is named`,
	});
});

test('a name that is none of these is not told, and an error that names no field is told as one', async () => {
	const errors = [{ mine: 13 }];
	const client = beside(steered.client(), async ({ operation, body }, send) =>
		operation === 'customer.update' && body?.closingMonth !== undefined
			? { status: 400, headers: JSON_TYPE, body: { error: 'Bad', errors } }
			: await send(),
	);
	const all = await findings(client, { includeWrites: true });
	expect(all.find(({ check }) => check === 'error:validation')?.evidence).toBe(
		'400 {error: text, errors: [{*: integer}]}: the field is not named',
	);
});
