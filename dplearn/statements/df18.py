"""Cards for DF18, C. Dwork and V. Feldman: private prediction, regression, the walk on the line, and generalization."""

from . import df18_averaging, df18_generalization, df18_prediction, df18_regression, df18_walk

STATEMENTS = (df18_prediction.STATEMENTS + df18_averaging.STATEMENTS + df18_regression.STATEMENTS
              + df18_walk.STATEMENTS + df18_generalization.STATEMENTS)
