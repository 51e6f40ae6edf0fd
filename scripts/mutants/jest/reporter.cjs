/** One JSON line for each beginning, failure and end of a test file, for the process that waits. */
const { relative } = require('node:path');

const say = (message) => process.stdout.write(`@@${JSON.stringify(message)}\n`);
const nameOf = ({ path }) => relative(process.cwd(), path).replaceAll('\\', '/');

module.exports = class LineReporter {
	onTestFileStart(test) {
		say({ begun: nameOf(test) });
	}

	onTestCaseResult(test, { status, fullName }) {
		if (status === 'failed') say({ failed: nameOf(test), title: fullName });
	}

	onTestFileResult(test, { perfStats, numFailingTests, failureMessage, testExecError }) {
		if (numFailingTests > 0 || testExecError) {
			say({ failed: nameOf(test), title: String(failureMessage).slice(0, 2_000) });
		}
		say({ ended: nameOf(test), ms: perfStats.end - perfStats.start });
	}
};
