/** What the node reads of a form by itself is what n8n's own engine makes of it. */
import '../../harness/patientRegex';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { isObject } from '../../nodes/SalesManagement/shared';
import { runOn } from '../operations/support/service';
import { forms, items } from './support/drawnExpressions';
import { runs } from '../support/random';

const RUNS = runs(50);

/** Between these n8n sees nothing; to the node it is no plain reference any more, but n8n's to read. */
const COMMENT = '/**/';
const longWay = <Value>(value: Value): Value =>
	JSON.parse(JSON.stringify(value).replaceAll('"={{', `"={{${COMMENT}`)) as Value;

/** n8n turns the dates in an object that an expression gives into text, where they are: in the item. */
function copied(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(copied);
	if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copied(each)]));
}

/** Of each item what was sent, or the message of its error. */
async function sentOf(parameters: INodeParameters, jsons: readonly object[]) {
	const input = jsons.map((json) => ({ json: copied(json) as IDataObject }));
	const { items: all, error } = await runOn('customer.create', {
		parameters,
		input,
		continueOnFail: true,
	});
	const said = (text: unknown) => String(text).replaceAll(COMMENT, '');
	return error ? [said(error.message)] : all.map(({ json }) => json.sent ?? said(json.error));
}

test('a plain reference, and what resembles one, is the value that n8n reads, errors included', async () => {
	let [cases, sent] = [0, 0];
	const holds = fc.asyncProperty(forms, items, async (form, jsons) => {
		const ours = await sentOf(form, jsons);
		const n8ns = await sentOf(longWay(form), jsons);
		cases += jsons.length;
		sent += ours.filter((each) => typeof each === 'object').length;
		if (isDeepStrictEqual(ours, n8ns)) return;
		throw new Error(`${fc.stringify(ours)} is not what n8n gives: ${fc.stringify(n8ns)}`);
	});
	await fc.assert(holds, { numRuns: RUNS });
	// Many must be sent for the rest to mean anything.
	expect(sent).toBeGreaterThan(cases / 4);
}, 240_000);
