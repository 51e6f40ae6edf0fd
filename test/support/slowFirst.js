/**
 * The order in which jest begins the files of tests: the longest first, so that none is left over for
 * one worker alone at the end. Where nothing was measured before, as in a fresh clone, jest would go
 * by the size of the files; some take longer than their size says.
 */
const { join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Each takes ten seconds or more. */
const SLOW = [
	'property/expressions',
	'unit/package',
	'contract/sandbox/process',
	'property/hostile',
	'property/httpHistories',
	'property/ordered',
	'unit/polling/runRoom',
	'engine/lookupsOpened',
	'engine/triggerRecords',
	'engine/lookupsTooLarge',
	'engine/longLists',
	'engine/toolAnswers',
	'contract/account/dialects',
	'contract/account/documented',
	'property/accountFingerprint',
	'engine/v1LargeAnswers',
	'unit/polling/cost',
].map((name) => join(__dirname, '..', `${name}.test.ts`));

/** Tests in jest's own order, with the time that each took before; without one they are unknown. */
function slowFirst(sorted) {
	if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
	const slow = SLOW.flatMap((path) => sorted.filter((test) => test.path === path));
	return [...slow, ...sorted.filter(({ path }) => !SLOW.includes(path))];
}

module.exports = class SlowFirst extends Sequencer {
	sort(tests) {
		return slowFirst(super.sort(tests));
	}
};
Object.assign(module.exports, { SLOW, slowFirst });
