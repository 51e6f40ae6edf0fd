/** What a long run says while it works. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { progressOf } from '../../../nodes/SalesManagement/operations/files';

const said = (more: Partial<IExecuteFunctions>, message: string): string[] => {
	const log: string[] = [];
	const context = {
		getNode: () => ({ name: 'My node' }),
		logger: { info: (text: string) => log.push(text) },
		...more,
	};
	progressOf(context as unknown as IExecuteFunctions)(message);
	return log;
};

test('it stands in the log, and in the execution’s custom data as far as that takes it', () => {
	const set = jest.fn();
	const customData = { set } as unknown as IExecuteFunctions['customData'];
	expect(said({ customData }, 'x'.repeat(300))).toEqual([`My node: ${'x'.repeat(300)}`]);
	expect(set.mock.calls).toEqual([['My_node', 'x'.repeat(255)]]);
});

test('an older n8n, which has no custom data, has it in its log', () => {
	expect(said({}, 'up to row 7')).toEqual(['My node: up to row 7']);
});
