import { contactActionLife, customerActionLife, dealActionLife } from './life/action';
import { tellLife } from './life/tell';

tellLife('customerAction', 'a customer action', customerActionLife);
tellLife('dealAction', 'a deal action', dealActionLife);
tellLife('contactAction', 'a contact action', contactActionLife);
