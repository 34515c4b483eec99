use formula::problem::Node;
use proptest::prelude::*;

use super::*;

const SIZES: Sizes = Sizes {
    width: 100,
    height: 40,
    gap: 20,
    layer_gap: 50,
    margin: 10,
};

fn dag(dependencies: &[Vec<usize>]) -> Dag {
    let nodes: Vec<Node> = dependencies
        .iter()
        .zip(1..)
        .map(|(dependency, index)| Node {
            index,
            formula: "$$a = b$$".into(),
            dependency: dependency
                .iter()
                .map(|&position| u32::try_from(position + 1).unwrap())
                .collect(),
            is_final_answer: false,
            points: None,
        })
        .collect();
    Dag::new(&nodes).unwrap()
}

fn crossings(dependencies: &[Vec<usize>]) -> usize {
    let mut layered = Layered::new(&dag(dependencies));
    layered.order();
    layered.crossings()
}

#[test]
fn a_chain_is_drawn_straight_down() {
    let drawing = layout(&dag(&[vec![], vec![0], vec![1]]), SIZES);
    assert_eq!(drawing.boxes, [(10, 10), (10, 100), (10, 190)]);
    assert_eq!((drawing.width, drawing.height), (120, 240));
    assert_eq!(drawing.edges[0].points, [(60, 50), (60, 100)]);
}

#[test]
fn crossings_that_need_not_be_are_taken_out() {
    // Two laws each lead to one result, written in the wrong order.
    assert_eq!(crossings(&[vec![], vec![], vec![1], vec![0]]), 0);
    // Three of each in reverse.
    assert_eq!(
        crossings(&[
            vec![],
            vec![],
            vec![],
            vec![2],
            vec![1],
            vec![0],
            vec![3, 4, 5]
        ]),
        0
    );
    // Two results of two laws each cannot but cross.
    assert_eq!(crossings(&[vec![], vec![], vec![0, 1], vec![0, 1]]), 1);
}

#[test]
fn a_long_edge_bends_around_what_is_between() {
    let drawing = layout(&dag(&[vec![], vec![0], vec![0, 1]]), SIZES);
    let long = drawing
        .edges
        .iter()
        .find(|edge| (edge.from, edge.to) == (0, 2))
        .unwrap();
    assert_eq!(long.points.len(), 4);
    let (x, y) = drawing.boxes[1];
    let (bend, _) = long.points[1];
    assert!(bend < x || bend > x + SIZES.width, "{bend} in {x}");
    assert_eq!(long.points[1].1, y);
}

#[test]
fn a_law_stands_right_above_its_first_use() {
    // 0 → 1 → 2 → 4, and the law 3 for 4 alone.
    let drawing = layout(&dag(&[vec![], vec![0], vec![1], vec![], vec![2, 3]]), SIZES);
    assert_eq!(drawing.boxes[3].1, drawing.boxes[2].1);
    assert!(drawing.edges.iter().all(|edge| edge.points.len() == 2));
}

#[test]
fn parts_that_do_not_hang_together_stand_side_by_side() {
    // 0 and 1 lead to 2; 3 leads to 4.
    let drawing = layout(&dag(&[vec![], vec![], vec![0, 1], vec![], vec![3]]), SIZES);
    assert_eq!(drawing.width, 3 * 100 + 2 * 20 + 2 * 10);
}

#[test]
fn a_graph_that_is_dense_beyond_reason_is_still_drawn() {
    let everything: Vec<Vec<usize>> = (0..300).map(|to| (0..to).collect()).collect();
    let drawing = layout(&dag(&everything), SIZES);
    assert_eq!(drawing.boxes.len(), 300);
    assert_eq!(drawing.edges.len(), 300 * 299 / 2);
}

#[test]
fn nothing_gives_an_empty_drawing() {
    assert_eq!(layout(&dag(&[]), SIZES).boxes, []);
}

proptest! {
    /// No two boxes touch, everything is inside, every edge goes down, and the drawing is the
    /// same each time.
    #[test]
    fn drawings_are_in_order(
        edges in proptest::collection::vec((0_usize..20, 0_usize..20), 0..60),
    ) {
        let dependencies: Vec<Vec<usize>> = (0..20)
            .map(|to| edges.iter().filter(|(from, other)| *other == to && from < other)
                .map(|(from, _)| *from).collect())
            .collect();
        let graph = dag(&dependencies);
        let drawing = layout(&graph, SIZES);
        for (one, &(x, y)) in drawing.boxes.iter().enumerate() {
            prop_assert!(x >= SIZES.margin && x + SIZES.width + SIZES.margin <= drawing.width);
            prop_assert!(y >= SIZES.margin && y + SIZES.height + SIZES.margin <= drawing.height);
            for &(other_x, other_y) in &drawing.boxes[one + 1..] {
                prop_assert!(y != other_y || (x - other_x).abs() >= SIZES.width + SIZES.gap);
            }
        }
        for edge in &drawing.edges {
            prop_assert!(edge.points.windows(2).all(|step| step[0].1 < step[1].1));
        }
        prop_assert_eq!(drawing, layout(&graph, SIZES));
    }
}

/// As many formulas as a problem may have, and as many edges as that allows: each graph is drawn within
/// what a page may take.
#[test]
fn the_densest_graphs_are_drawn_all_the_same() {
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

    let most = formula::problem::MAX_NODES;
    let all_before: Vec<Vec<usize>> = (0..most).map(|to| (0..to).collect()).collect();
    let half = most / 2;
    let two_layers: Vec<Vec<usize>> = (0..most)
        .map(|to| {
            if to < half {
                vec![]
            } else {
                (0..half).collect()
            }
        })
        .collect();
    let ladder: Vec<Vec<usize>> = (0..most)
        .map(|to| {
            (0..to)
                .filter(|from| to - from == 1 || from * 2 == to)
                .collect()
        })
        .collect();
    for graph in [all_before, two_layers, ladder] {
        let begin = std::time::Instant::now();
        let drawing = layout(&dag(&graph), SIZES);
        assert_eq!(drawing.boxes.len(), most);
        assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    }
}
