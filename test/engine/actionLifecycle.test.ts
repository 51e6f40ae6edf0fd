import {
	contactActionLife,
	customerActionLife,
	dealActionLife,
} from './support/scenarios/actionScenarios';
import { tellLife } from './support/scenarios/runScenario';

tellLife('customerAction', 'a customer action', customerActionLife);
tellLife('dealAction', 'a deal action', dealActionLife);
tellLife('contactAction', 'a contact action', contactActionLife);
