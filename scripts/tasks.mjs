/**
 * The steps of each `npm run` task: commands of node_modules/.bin or of Node itself, or other
 * tasks. The user's further arguments go to the last step.
 */
const tsx = (file) => ['node', '--import', 'tsx', file];

export const tasks = {
	build: [['node', 'scripts/build.mjs']],
	lint: [['node', 'scripts/lint.mjs']],
	typecheck: [['tsc', '--noEmit', '-p', 'tsconfig.json']],
	format: [['prettier', '--write', '--log-level', 'warn', '.']],
	test: [['node', 'scripts/test.mjs']],
	turned: [['node', 'scripts/test.mjs', '--dialect=turned']],
	acceptance: [tsx('acceptance/run.ts')],
	dialect: [['node', 'scripts/test.mjs', '--dialect=other-deployment']],
	n8n: [tsx('scripts/playground/n8n.ts')],
	dev: [tsx('scripts/playground/dev.ts')],
	e2e: [tsx('test/e2e/run.ts')],
	demo: [tsx('demo/demo.ts')],
	sandbox: [tsx('sandbox/cli.ts')],
	bench: [tsx('bench/run.ts')],
	docs: [tsx('scripts/operations-page.ts')],
	schemas: [tsx('scripts/output-schemas.ts')],
	pack: ['build', ['npm', 'pack']],
};
