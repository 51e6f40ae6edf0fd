/** docs/troubleshooting.md explains messages that exist: each heading is found in the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'troubleshooting.md'), 'utf8');
const messages = Array.from(page.matchAll(/^### `(.+)`$/gm), ([, message = '']) => message);

const sources = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => readFileSync(join(root, folder, file), 'utf8')),
	)
	.join('\n')
	// A part that the code fills in is an ellipsis on the page.
	.replace(/\$\{[^}]*\}/g, '…');

test('the page has messages', () => {
	expect(messages.length).toBeGreaterThan(15);
});

test.each(messages)('"%s" is a message of the package', (message) => {
	expect(sources).toContain(message);
});
