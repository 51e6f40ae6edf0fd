/** Every cited reason, such as `v2 §4.6` or `S3`, can be looked up in docs/decisions.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const PAGE = 'docs/decisions.md';
const FOLDERS = ['bench', 'credentials', 'demo', 'docs', 'nodes', 'sandbox', 'scripts', 'test'];

/** The project's sources and pages, by path. */
const texts = new Map(
	[
		...readdirSync(root).filter((name) => name.endsWith('.md')),
		...FOLDERS.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((path) => /\.(ts|md|mjs)$/.test(path))
				.map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
		),
	].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

const page = texts.get(PAGE) ?? '';
const anchors = [...page.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id!);

/** `v2 §2.5, §3` cites two parts, `v2 §2.1 rule 4` a rule of one, `S1 to S7` its two ends. */
function citationsIn(text: string): string[] {
	const parts = [
		...text.matchAll(/\bv([12]) (§\d[\d.]*(?:(?:,| and) §\d[\d.]*)*)(?: rule (\d))?/g),
	];
	const cited = parts.flatMap(([, version, list = '', rule]) =>
		list.split(/(?:,| and) /).map((part, index, all) => {
			const number = part.replace('§', '').replace(/\.$/, '');
			const ofRule = rule !== undefined && index === all.length - 1 ? `.${rule}` : '';
			return `v${version!}-${number}${ofRule}`;
		}),
	);
	const decisions = [...text.matchAll(/\b(S[1-7]|A[1-4])\b/g)].map(([, id]) => id!);
	return [...cited, ...decisions];
}

test('a citation is read with all its parts', () => {
	expect(citationsIn('as S3 has it (v2 §4.6, §2.1 rule 4 and v1 §7).')).toEqual([
		...['v2-4.6', 'v2-2.1.4', 'v1-7', 'S3'],
	]);
});

test('every part, decision and assumption that is cited has its entry', () => {
	const missing = [...texts].flatMap(([path, text]) =>
		citationsIn(text)
			.filter((id) => !anchors.includes(id))
			.map((id) => `${path}: ${id}`),
	);
	expect(missing).toEqual([]);
});

test('the page has an entry for each decision and each assumption', () => {
	const own = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'A1', 'A2', 'A3', 'A4'];
	expect(anchors).toEqual(expect.arrayContaining(own));
});

test('no anchor occurs twice, and each is cited somewhere', () => {
	expect(new Set(anchors).size).toBe(anchors.length);
	const elsewhere = [...texts]
		.filter(([path]) => path !== PAGE)
		.flatMap(([, text]) => citationsIn(text));
	const parts = anchors.filter((id) => id.startsWith('v'));
	expect(parts.filter((id) => !elsewhere.includes(id))).toEqual([]);
});

test('each entry of the page says what breaks when it is forgotten', () => {
	const entries = page.split(/^### /m).slice(1);
	expect(entries.length).toBeGreaterThan(40);
	for (const entry of entries) {
		const count = entry.split('\n').filter((line) => line.startsWith('**If forgotten:** ')).length;
		expect([entry.split('\n')[0], count]).toEqual([entry.split('\n')[0], 1]);
	}
});

test('every link to an anchor of the page leads to one', () => {
	const links = [...texts].flatMap(([path, text]) =>
		[...text.matchAll(/\((?:[\w./-]*decisions\.md)?#([\w.-]+)\)/g)]
			.filter(([link]) => link.includes('decisions.md') || path === PAGE)
			.map(([, id]) => id!),
	);
	expect(links.filter((id) => !anchors.includes(id))).toEqual([]);
});
