import type { WireRow } from '../wireRow';

export const settings: WireRow[] = [
	{
		operation: 'domainSetting.get',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/domains/settings' }),
	},
	{
		operation: 'actionField.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/action_custom_items' }),
	},
	{
		operation: 'actionField.create',
		parameters: () => ({
			name: 'Wire Field',
			itemType: 'single_select',
			actionCustomItemOptions: [
				{ value: 1, label: 'One' },
				{ value: 2, label: 'Two' },
			],
			additionalFields: { itemKey: 'wire_field' },
		}),
		sends: () => ({
			method: 'POST',
			path: '/action_custom_items',
			body: {
				name: 'Wire Field',
				itemType: 'single_select',
				actionCustomItemOptions: [
					{ value: 1, label: 'One' },
					{ value: 2, label: 'Two' },
				],
				itemKey: 'wire_field',
			},
		}),
	},
	{
		operation: 'actionField.getLabels',
		parameters: () => ({
			itemKey: 'wire_field',
			limit: 3,
			filters: { searchWord: 'T' },
		}),
		sends: () => ({
			method: 'GET',
			path: '/action_custom_items/wire_field/labels',
			query: 'searchWord=T&page=1&limit=3',
		}),
	},
	{
		operation: 'actionField.update',
		parameters: () => ({
			itemKey: 'wire_field',
			updateFields: {
				name: 'Renamed',
				newItemKey: 'wire_field_2',
				actionCustomItemOptions: [
					{ value: 2, newValue: 3, label: 'Three' },
					{ value: 1, delete: true },
				],
			},
		}),
		sends: () => ({
			method: 'PATCH',
			path: '/action_custom_items/wire_field',
			body: {
				name: 'Renamed',
				newItemKey: 'wire_field_2',
				actionCustomItemOptions: [
					{ value: 2, newValue: 3, label: 'Three' },
					{ value: 1, delete: true },
				],
			},
		}),
	},
	{
		operation: 'customerField.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/customer_custom_items' }),
	},
	{
		operation: 'contactField.getMany',
		parameters: () => ({}),
		sends: () => ({ method: 'GET', path: '/contact_custom_items' }),
	},
	{
		operation: 'dealType.get',
		parameters: ({ dealType }) => ({ dealTypeId: dealType }),
		sends: ({ dealType }) => ({ method: 'GET', path: `/deal_setting/deal_types/${dealType}` }),
	},
];
