import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** An input item with a file, as n8n's own nodes hand it over while it keeps binary data in memory. */
export const withFile = (text: string | Buffer, more: IDataObject = {}): INodeExecutionData => ({
	json: {},
	binary: {
		data: {
			data: Buffer.from(text).toString('base64'),
			mimeType: 'text/csv',
			fileName: 'rows.csv',
			...more,
		},
	},
});
