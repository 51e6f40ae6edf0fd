/** Test files in the order asked for: the cheapest that may notice come first. */
const { relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

module.exports = class InOrder extends Sequencer {
	sort(tests) {
		const order = JSON.parse(process.env.MUTANT_TEST_ORDER ?? '[]');
		if (order.length === 0) return super.sort(tests);
		const place = ({ path }) => order.indexOf(relative(process.cwd(), path).replaceAll('\\', '/'));
		return [...tests].sort((a, b) => place(a) - place(b));
	}
};
