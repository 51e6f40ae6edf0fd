import type { Hold } from '../../nodes/SalesManagement/api';
import type { IDataObject } from 'n8n-workflow';

/** Keeps the records of a page as they are, until their turn comes. */
export const asTheyCame: Hold<IDataObject> = async (records) => await Promise.resolve({ records });
