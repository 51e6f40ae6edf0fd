/** What `npm run e2e` is asked for. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { choose } from '../../e2e/choose';

const part = (name: string, isBase: boolean) => ({ name, about: `about ${name}`, isBase });
const all = [part('one', true), part('two', true), part('more', false)];
const names = (...args: string[]) => choose(args, all).parts.map(({ name }) => name);

test('without a name, the base', () => expect(names()).toEqual(['one', 'two']));
test('by name, that part alone, be it of the base or not', () => {
	expect(names('more')).toEqual(['more']);
	expect(names('more', 'one')).toEqual(['one', 'more']);
});
test('all is every part', () => expect(names('all')).toEqual(['one', 'two', 'more']));
test('an unknown name is refused, with the list', () => {
	expect(() => names('one', 'tow')).toThrow(
		/There is no part "tow"[^]*one +about one[^]*more +about more/,
	);
});
test('an unknown option is refused', () => expect(() => names('--quick')).toThrow('--quick'));
test('--fresh, --pictures and --figures stand beside names', () => {
	const asked = choose(['one', '--fresh', '--pictures', 'shots', '--figures', 'f.json'], all);
	expect(asked).toMatchObject({ fresh: true, pictures: 'shots', figures: 'f.json' });
});

test('the task itself refuses before it installs or builds anything', () => {
	const { status, stderr } = spawnSync(
		process.execPath,
		['scripts/run.mjs', 'e2e', 'no-such-part'],
		{ cwd: resolve(__dirname, '../../..'), encoding: 'utf8' },
	);
	expect(status).toBe(2);
	expect(stderr).toMatch(/There is no part "no-such-part"[^]*credentials/);
});
