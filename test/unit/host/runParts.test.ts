/** What one failed start does to the parts that need it, and to the numbers. */
import { Checks } from '../../e2e/checks';
import { runParts } from '../../e2e/runParts';
import { Shared } from '../../e2e/shared';

const site = { scratch: { isEnding: false } };
let said: string[];
beforeEach(() => {
	said = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
});
afterEach(() => jest.restoreAllMocks());

function stageThatNeeds(start: () => Promise<string>) {
	const shared = new Shared();
	const checks = new Checks(site.scratch);
	const n8n = async () => await shared.get('n8n', start);
	return { site, checks, n8n, logEnds: () => 'its log' };
}
type Stage = ReturnType<typeof stageThatNeeds>;
const part = (name: string, run: (stage: Stage) => Promise<void>) => ({ name, about: '…', run });

test('a start that fails is tried once, told once, and counted once for each part', async () => {
	const start = jest.fn(async () => {
		throw new Error('fetch failed', { cause: new Error('other side closed') });
	});
	const stage = stageThatNeeds(start);
	const asks = async ({ checks, n8n }: Stage) => {
		for (const what of ['one', 'two', 'three']) {
			await checks.check(what, async () => await n8n());
		}
	};
	const alone = part('alone', async ({ checks }) => {
		await checks.check('it', () => true);
	});
	await runParts(stage, [part('first', asks), part('second', asks), alone]);
	expect(start).toHaveBeenCalledTimes(1);
	expect(stage.checks.summary()).toBe('1 passed, 2 failed');
	const failures = said.filter((line) => line.startsWith('✗'));
	expect(failures).toEqual([
		'✗ first could not go on\n    n8n is not available: fetch failed: other side closed',
		'✗ second could not go on\n    n8n is not available, see above',
	]);
	expect(said.at(-1)).toContain('its log');
});

test('what is missing behind it is named itself', async () => {
	const shared = new Shared();
	const host = async () =>
		await shared.get('the host', async () => {
			throw new Error('no room');
		});
	const n8n = shared.get('n8n', async () => await host());
	await expect(n8n).rejects.toThrow('the host is not available: no room');
});

test('a check that fails by itself is one failure, and the part goes on', async () => {
	const stage = stageThatNeeds(async () => 'up');
	await runParts(stage, [
		part('first', async ({ checks, n8n }) => {
			await checks.check('one', () => {
				throw new Error('no');
			});
			await checks.check('two', async () => expect(await n8n()).toBe('up'));
		}),
	]);
	expect(stage.checks.summary()).toBe('1 passed, 1 failed');
});
