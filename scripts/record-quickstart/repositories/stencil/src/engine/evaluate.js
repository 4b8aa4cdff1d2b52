// Evaluating parsed expressions against a scope.
import { lookup } from "./scope.js";

/** The value of an expression node. */
export function evaluate(expression, scope) {
  if (expression.type === "literal") return expression.value;
  if (expression.type === "path") return lookup(scope, expression.path);
  if (expression.type === "not") return !isTruthy(evaluate(expression.operand, scope));
  const left = evaluate(expression.left, scope);
  if (expression.type === "and") return isTruthy(left) ? evaluate(expression.right, scope) : left;
  if (expression.type === "or") return isTruthy(left) ? left : evaluate(expression.right, scope);
  return compare(expression.operator, left, evaluate(expression.right, scope));
}

/** Empty lists, empty texts, 0, null and undefined are false. */
export function isTruthy(value) {
  if (Array.isArray(value)) return value.length > 0;
  return Boolean(value);
}

function compare(operator, left, right) {
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  if (operator === ">") return left > right;
  return left >= right;
}
