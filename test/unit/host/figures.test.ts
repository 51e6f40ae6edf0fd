/** What parts of the end-to-end tests count is kept beside what was counted before. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepFigures, type Figures } from '../../e2e/figures';

test('figures stand beside what else the file holds', () => {
	const folder = mkdtempSync(join(tmpdir(), 'figures-'));
	const file = join(folder, 'reliability.json');
	const figures = (minutes: number): Figures => ({ done: {}, minutes, results: {} });
	try {
		writeFileSync(file, JSON.stringify({ chaos: { seed: 1 } }));
		keepFigures(file, { restarts: figures(1), queue: figures(2) });
		keepFigures(file, { queue: figures(3) });
		expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
			chaos: { seed: 1 },
			realN8n: { restarts: figures(1), queue: figures(3) },
		});
	} finally {
		rmSync(folder, { recursive: true });
	}
});
