/**
 * What a language model that builds workflows reads of the node: the type definition that n8n makes of its
 * description, as a whole, whatever was asked for. A model has no use for more than it can read.
 */
import { generateNodeTypeFile } from '@n8n/workflow-sdk';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import type { INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';
import { node, operations, trigger } from './support/nodeTexts';

const MOST_TOKENS = 60_000;
const MOST_CHARACTERS_OF_OPERATION = 10_000;
const MOST_BYTES_OF_FORM = 200_000;

type Description = Parameters<typeof generateNodeTypeFile>[0];

/** As n8n has it of an installed package, without what no form shows. */
const installed = (description: INodeTypeDescription) =>
	JSON.parse(
		JSON.stringify({
			...description,
			name: `n8n-nodes-sales-management.${description.name}`,
			properties: description.properties.filter(({ type }) => type !== 'hidden'),
		}),
	) as Description;

const definitionOf = (description: INodeTypeDescription): string =>
	generateNodeTypeFile(installed(description));

const definition = definitionOf(node);

/** The types of a definition, each with the comment on the next one. */
const typesOf = (text: string): string[] => text.split(/(?=\nexport type )/);

/** The properties that stand twice in one object type: of each a reader would see two meanings. */
function twiceIn(text: string): string[] {
	const twice: string[] = [];
	const visit = (part: ts.Node) => {
		if (ts.isTypeLiteralNode(part) || ts.isInterfaceDeclaration(part)) {
			const names = part.members.map(({ name }) => name?.getText() ?? '');
			twice.push(...names.filter((name, at) => names.indexOf(name) < at));
		}
		ts.forEachChild(part, visit);
	};
	visit(ts.createSourceFile('definition.ts', text, ts.ScriptTarget.Latest, true));
	return twice;
}

test('it has a type for each operation, and can be read as TypeScript', () => {
	const types = typesOf(definition).filter((type) => /^ {2}operation: '/m.test(type));
	// Besides the records' there is one of the account.
	expect(types).toHaveLength(operations.length + 1);
	const { diagnostics = [] } = ts.transpileModule(definition, { reportDiagnostics: true });
	expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
});

test(`it has at most ${MOST_TOKENS} tokens`, () => {
	const encoding = new Tiktoken(o200k);
	// The time for a text grows with the square of its length.
	const counts = typesOf(definition).map((type) => encoding.encode(type).length);
	const tokens = counts.reduce((sum, count) => sum + count, 0);
	const problem =
		tokens > MOST_TOKENS &&
		`${tokens} tokens; a field of a record takes some 150. Shorten what many operations repeat.`;
	expect(problem).toBe(false);
});

test(`no operation has more than ${MOST_CHARACTERS_OF_OPERATION} characters`, () => {
	const sizes = typesOf(definition).map((type) => [
		/export type (\w+)/.exec(type)?.[1],
		type.length,
	]);
	const large = sizes.filter(([, size]) => Number(size) > MOST_CHARACTERS_OF_OPERATION);
	expect(sizes.length).toBeGreaterThan(70);
	expect(large).toEqual([]);
});

test.each([
	['node', node],
	['trigger', trigger],
])('no property of the %s stands twice in one type', (_, description) => {
	expect(twiceIn(definitionOf(description))).toEqual([]);
	const doubled = 'type Params = { name: string; filters?: { a: 1; b: 2; a?: 3 } };';
	expect(twiceIn(doubled)).toEqual(['a']);
});

test(`the form, which the editor loads as a whole, has at most ${MOST_BYTES_OF_FORM} bytes`, () => {
	const { properties } = node;
	expect(Buffer.byteLength(JSON.stringify(properties))).toBeLessThanOrEqual(MOST_BYTES_OF_FORM);
});

describe('operations of one name have one sentence', () => {
	/** Those that say what others of their name have not, and why. */
	const OWN: Readonly<Record<string, string>> = {
		'domainSetting.get': 'there is one only, of which nobody knows by its name what it holds',
	};
	const names = [...new Set(operations.map(({ name }) => name))];

	test.each(names)('%s', (name) => {
		const same = operations.filter((each) => each.name === name && !(each.path in OWN));
		expect(new Set(same.map(({ description }) => description)).size).toBe(1);
	});

	test('those that have a sentence of their own need it', () => {
		for (const path of Object.keys(OWN)) {
			const own = operations.find((each) => each.path === path);
			const others = operations.filter((each) => each.name === own?.name && each.path !== path);
			expect(others.map(({ description }) => description)).not.toContain(own?.description);
			expect(others).not.toHaveLength(0);
		}
	});
});
